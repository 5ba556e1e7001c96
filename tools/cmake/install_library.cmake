# Installs the probing library: for CMake as package `dambase`, for everyone else as `dambase.pc`.
# Headers go below include/dambase, so that includes read as in this tree: "probe/table_set.hpp".
include(CMakePackageConfigHelpers)

set(_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/dambase)
set(_header_dir ${CMAKE_INSTALL_INCLUDEDIR}/dambase)

install(TARGETS dambase EXPORT dambase_targets)

# The public headers: what an engine includes to hold positions and to ask, and all that these include.
set(_headers probe/table_set.hpp formats/fen.hpp engine/notation.hpp)
set(_installed "")
while(_headers)
  list(POP_FRONT _headers _header)
  if(_header IN_LIST _installed)
    continue()
  endif()
  list(APPEND _installed ${_header})
  get_filename_component(_room ${_header} DIRECTORY)
  install(FILES ${PROJECT_SOURCE_DIR}/${_header} DESTINATION ${_header_dir}/${_room})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${_header})
  file(STRINGS ${PROJECT_SOURCE_DIR}/${_header} _includes REGEX "^#include \"")
  list(TRANSFORM _includes REPLACE "^#include \"([^\"]*)\".*" "\\1")
  list(APPEND _headers ${_includes})
endwhile()

install(EXPORT dambase_targets FILE dambaseTargets.cmake NAMESPACE dambase:: DESTINATION ${_package_dir})
get_target_property(_type dambase TYPE)
if(_type STREQUAL "STATIC_LIBRARY")
  set(DAMBASE_IS_STATIC ON)
else()
  set(DAMBASE_IS_STATIC OFF)
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
  set(DAMBASE_PC_THREADS " -pthread")
else()
  set(DAMBASE_PC_REQUIRES "Requires.private: libzstd, libxxhash")
  set(DAMBASE_PC_THREADS "")
endif()
set(_pkgconfig_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH DAMBASE_PC_TO_PREFIX /${_pkgconfig_dir} /)
configure_file(${PROJECT_SOURCE_DIR}/tools/cmake/dambase.pc.in ${PROJECT_BINARY_DIR}/package/dambase.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/package/dambase.pc DESTINATION ${_pkgconfig_dir})
