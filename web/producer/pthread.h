/* What FLINT's files name of threads, where there are none: nobody asks them for a second one. */
typedef int pthread_t;
#define pthread_create(...) __builtin_trap()
#define pthread_join(...) (void)0
