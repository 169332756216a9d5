// The platforms that a package is made for, as VS Code names them, and which packages of npm belong to one.

/** What each platform is called by npm. Linux means glibc; there is no build of the language engine for others. */
export const targets = {
  'linux-x64': { os: 'linux', cpu: 'x64' },
  'linux-arm64': { os: 'linux', cpu: 'arm64' },
  'darwin-arm64': { os: 'darwin', cpu: 'arm64' },
  'win32-x64': { os: 'win32', cpu: 'x64' },
  'win32-arm64': { os: 'win32', cpu: 'arm64' },
};

/** The platform of this machine, or null when no package is made for it. */
export function ownTarget(platform = process.platform, arch = process.arch) {
  const name = `${platform}-${arch}`;
  return name in targets ? name : null;
}

/**
 * Whether a package of the lock file runs on a platform.
 * @param {{ os?: string[], cpu?: string[], libc?: string[] }} entry
 * @param {{ os: string, cpu: string }} platform
 */
export function runsOn(entry, platform) {
  return (
    includes(entry.os, platform.os) &&
    includes(entry.cpu, platform.cpu) &&
    includes(entry.libc, 'glibc')
  );
}

/** Whether a package of the lock file is made for certain platforms only. */
export function isPlatformPackage(entry) {
  return entry.os !== undefined && entry.cpu !== undefined;
}

/** As npm reads these lists: absent means all, and `!name` means all others. */
function includes(list, name) {
  if (list === undefined) return true;
  if (list.includes(`!${name}`)) return false;
  return list.includes(name) || list.every((entry) => entry.startsWith('!'));
}
