#include "formats/file_handle.hpp"

#include <unistd.h>

namespace dambase {

FileHandle::~FileHandle() { close(); }

bool FileHandle::close() { return !is_open() || ::close(std::exchange(descriptor_, -1)) == 0; }

}  // namespace dambase
