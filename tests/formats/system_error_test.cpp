#include "formats/system_error.hpp"

#include <gtest/gtest.h>

#include <cerrno>

namespace dambase::test {
namespace {

TEST(SystemError, SaysWhatWhereAndWhy) {
  const Error error = system_error("some/file", "write", EACCES);
  EXPECT_EQ(error.code, ErrorCode::file_failed);
  EXPECT_TRUE(error.message.starts_with("some/file: cannot write: ")) << error.message;
}

TEST(SystemError, TellsApartWhatAPersonCanActOn) {
  EXPECT_EQ(system_error("f", "write", ENOSPC).code, ErrorCode::out_of_disk);
  EXPECT_EQ(system_error("f", "write", EDQUOT).code, ErrorCode::out_of_disk);
  EXPECT_EQ(system_error("f", "read", ENOMEM).code, ErrorCode::out_of_memory);
}

}  // namespace
}  // namespace dambase::test
