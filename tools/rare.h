/* Every generated C file includes this first. A function that only runs after an error is cold: the compiler
   moves calls of it out of the way, so that more of the code that does run fits the processor's cache. */
#include <Python.h>
void CPy_AddTraceback(const char *, const char *, int, PyObject *) __attribute__((cold));
PyAPI_FUNC(void) PyErr_SetNone(PyObject *) __attribute__((cold));
