# Installs the probing library: for CMake as package `dambase`, for everyone else as `dambase.pc`.
include(CMakePackageConfigHelpers)

set(_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/dambase)

install(TARGETS dambase EXPORT dambase_targets)
install(FILES ${PROJECT_SOURCE_DIR}/probe/include/dambase.h ${PROJECT_SOURCE_DIR}/probe/include/dambase.hpp
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT dambase_targets FILE dambaseTargets.cmake NAMESPACE dambase:: DESTINATION ${_package_dir})

get_target_property(_type dambase TYPE)
if(_type STREQUAL "STATIC_LIBRARY")
  set(DAMBASE_IS_STATIC ON)
else()
  set(DAMBASE_IS_STATIC OFF)
endif()
# A program in C that links the static library needs the library of the C++ compiler that made it.
if("c++" IN_LIST CMAKE_CXX_IMPLICIT_LINK_LIBRARIES)
  set(DAMBASE_CXX_LIBRARY c++)
else()
  set(DAMBASE_CXX_LIBRARY stdc++)
endif()
configure_package_config_file(${PROJECT_SOURCE_DIR}/tools/cmake/dambaseConfig.cmake.in
  ${PROJECT_BINARY_DIR}/package/dambaseConfig.cmake INSTALL_DESTINATION ${_package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/dambaseConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/package/dambaseConfig.cmake
              ${PROJECT_BINARY_DIR}/package/dambaseConfigVersion.cmake DESTINATION ${_package_dir})

# A static library has to name what it needs itself; a shared one brings it along.
if(DAMBASE_IS_STATIC)
  set(DAMBASE_PC_REQUIRES "Requires: libzstd, libxxhash")
  set(DAMBASE_PC_LIBS " -l${DAMBASE_CXX_LIBRARY} -lm -pthread")
else()
  set(DAMBASE_PC_REQUIRES "Requires.private: libzstd, libxxhash")
  set(DAMBASE_PC_LIBS "")
endif()
set(_pkgconfig_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH DAMBASE_PC_TO_PREFIX /${_pkgconfig_dir} /)
configure_file(${PROJECT_SOURCE_DIR}/tools/cmake/dambase.pc.in ${PROJECT_BINARY_DIR}/package/dambase.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/package/dambase.pc DESTINATION ${_pkgconfig_dir})
