#pragma once
// What the module CProtobuf holds.
#include <protobuf-c/protobuf-c.h>

#include "a11y/bridge/v1/action.pb-c.h"
#include "a11y/bridge/v1/application.pb-c.h"
#include "a11y/bridge/v1/bridge.pb-c.h"
#include "a11y/bridge/v1/element.pb-c.h"
#include "a11y/bridge/v1/frame.pb-c.h"
#include "a11y/bridge/v1/notification.pb-c.h"
#include "a11y/bridge/v1/status.pb-c.h"
