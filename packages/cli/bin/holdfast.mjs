#!/usr/bin/env node
// The executable that npx finds in the package folder of a clone. The clone's script prepares and runs the program.
import '../../../scripts/holdfast.mjs';
