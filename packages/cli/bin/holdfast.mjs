#!/usr/bin/env node
// What npx finds from a package's folder inside the clone; the program itself is brought up by the clone's script.
import '../../../scripts/holdfast.mjs';
