// Where downloads and built things are kept between runs. The one place that decides it.
import path from 'node:path';

export interface Home {
  readonly platform: NodeJS.Platform;
  readonly homeDirectory: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * `TOOL_R1_CACHE` where it is set; else the folder that the platform sets aside: `$XDG_CACHE_HOME/tool-r1` or
 * `~/.cache/tool-r1`, and `%LOCALAPPDATA%\tool-r1` on Windows. Relative values of the variables are ignored, as XDG asks.
 */
export function cacheDirectory(home: Home): string {
  const paths = home.platform === 'win32' ? path.win32 : path.posix;
  const chosen = absolute(home.env['TOOL_R1_CACHE'], paths);
  if (chosen !== null) return chosen;
  const shared =
    home.platform === 'win32'
      ? (absolute(home.env['LOCALAPPDATA'], paths) ??
        paths.join(home.homeDirectory, 'AppData', 'Local'))
      : (absolute(home.env['XDG_CACHE_HOME'], paths) ?? paths.join(home.homeDirectory, '.cache'));
  return paths.join(shared, 'tool-r1');
}

function absolute(value: string | undefined, paths: path.PlatformPath): string | null {
  return value !== undefined && paths.isAbsolute(value) ? value : null;
}
