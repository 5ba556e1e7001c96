# What every room (engine, formats, probe, gen, tools) is built with.

find_program(DAMBASE_CCACHE ccache)
mark_as_advanced(DAMBASE_CCACHE)
if(DAMBASE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${DAMBASE_CCACHE})
endif()

# Debug builds check the preconditions of the standard library as well as our own.
add_compile_definitions($<$<CONFIG:Debug>:_GLIBCXX_ASSERTIONS>)

if(DAMBASE_SANITIZE)
  add_compile_options(-fsanitize=${DAMBASE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${DAMBASE_SANITIZE})
endif()

if(DAMBASE_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

# The include path and warnings of one room's target.
function(dambase_room target)
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/selected> $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wconversion -Wshadow
                         $<$<BOOL:${DAMBASE_WERROR}>:-Werror>)
  set_target_properties(${target} PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  # "text" + std::string warns without cause in GCC 12 (GCC bug 105651).
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(${target} PRIVATE -Wno-restrict)
  endif()
endfunction()

# The variants of this build, as a list of "Rules,file", from engine/variant_list.inc. Where only
# some were asked for, a shorter copy of that list comes first on the include path.
file(STRINGS ${PROJECT_SOURCE_DIR}/engine/variant_list.inc _lines REGEX "^DAMBASE_VARIANT")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/engine/variant_list.inc)
set(DAMBASE_SELECTED_VARIANTS "")
set(_selected_lines "")
foreach(_line IN LISTS _lines)
  string(REGEX REPLACE "DAMBASE_VARIANT\\((.*), (.*)\\)" "\\1,\\2" _pair "${_line}")
  string(REGEX REPLACE ".*," "" _file "${_pair}")
  if(NOT DAMBASE_VARIANTS OR _file IN_LIST DAMBASE_VARIANTS)
    list(APPEND DAMBASE_SELECTED_VARIANTS "${_pair}")
    string(APPEND _selected_lines "${_line}\n")
  endif()
endforeach()
foreach(_file IN LISTS DAMBASE_VARIANTS)
  if(NOT DAMBASE_SELECTED_VARIANTS MATCHES ",${_file}(;|$)")
    message(FATAL_ERROR "DAMBASE_VARIANTS: no variant '${_file}' in engine/variant_list.inc")
  endif()
endforeach()
if(DAMBASE_VARIANTS)
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/selected/engine/variant_list.inc CONTENT "${_selected_lines}" @ONLY)
else()
  file(REMOVE ${PROJECT_BINARY_DIR}/selected/engine/variant_list.inc)
endif()

# Adds one translation unit a variant to `target`, made from `template` (a path from the top).
function(dambase_instances target template)
  set(first ON)
  foreach(pair IN LISTS DAMBASE_SELECTED_VARIANTS)
    string(REPLACE "," ";" parts "${pair}")
    list(GET parts 0 Rules)
    list(GET parts 1 file)
    get_filename_component(room ${template} DIRECTORY)
    set(source ${PROJECT_BINARY_DIR}/instances/${room}/${file}.cpp)
    configure_file(${PROJECT_SOURCE_DIR}/${template} ${source} @ONLY)
    target_sources(${target} PRIVATE ${source})
    if(NOT first)
      set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS "${DAMBASE_COLD_OPTIONS}"
                                  SKIP_PRECOMPILE_HEADERS ON)  # which are made with other options
    endif()
    set(first OFF)
  endforeach()
endfunction()
