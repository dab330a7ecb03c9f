// Sets the file modes of images and packages, so that they do not depend on the umask of the build or on the modes in
// npm packages.
import { execFileSync } from 'node:child_process';

/**
 * Lets every user read the folder and everything in it, and run its programs; only the owner may write. A container may
 * run under any user ID, such as the IDs that OpenShift chooses.
 */
export function setFileModes(folder) {
  execFileSync('chmod', ['-R', 'u+rwX,go+rX,go-w', folder]);
}
