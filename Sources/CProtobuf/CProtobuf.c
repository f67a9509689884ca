#include "CProtobuf.h"
