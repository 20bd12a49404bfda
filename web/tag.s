# The tag of C++ exceptions.
	.tagtype	__cpp_exception i32
	.globl	__cpp_exception
__cpp_exception:
