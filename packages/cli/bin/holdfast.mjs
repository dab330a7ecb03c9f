#!/usr/bin/env node
// Executable for npx in the package folder of a clone. The imported script prepares the clone and runs the CLI.
import '../../../scripts/holdfast.mjs';
