#!/bin/sh
# Starts the display, the bus, accessibility and the window manager, and starts again what dies.
set -u
number=${DISPLAY#:}
mkdir -p -m 0700 "$XDG_RUNTIME_DIR"
mkdir -p -m 1777 /tmp/.X11-unix

keep() {
  while :; do
    "$@"
    sleep 0.2
  done
}

display() {
  rm -f "/tmp/.X$number-lock" "/tmp/.X11-unix/X$number"
  Xvfb ":$number" -screen 0 "${SCREEN_SIZE}x24" -nolisten tcp -dpi 96 -noreset >/dev/null 2>&1
}

bus() {
  rm -f "$XDG_RUNTIME_DIR/bus"
  dbus-daemon --session --nofork --nopidfile --address="$DBUS_SESSION_BUS_ADDRESS" >/dev/null 2>&1
}

# Both need the display, and end when it does.
after_display() {
  until xdotool getdisplaygeometry >/dev/null 2>&1; do sleep 0.1; done
  "$@" >/dev/null 2>&1
}

keep display &
keep bus &
keep after_display openbox &
keep after_display /usr/libexec/at-spi-bus-launcher --launch-immediately &
trap 'exit 0' TERM INT
wait
