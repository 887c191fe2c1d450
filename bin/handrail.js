#!/usr/bin/env node
// The command handrail, on every system. bin/handrail is a faster client for systems with sh.
import '../dist/doors/cli/main.js';
