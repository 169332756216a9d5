// What a machine is, in the words of npm.
export interface NodePlatform {
  /** As `os` of package.json has it. */
  readonly os: string;
  /** As `cpu` of package.json has it. */
  readonly cpu: string;
}

const cpus: Readonly<Record<string, string>> = {
  x86_64: 'x64',
  amd64: 'x64',
  aarch64: 'arm64',
  arm64: 'arm64',
};

/** @param system and `architecture` as `uname` says them */
export function nodePlatform(system: string, architecture: string): NodePlatform {
  return { os: system.toLowerCase(), cpu: cpus[architecture] ?? architecture };
}
