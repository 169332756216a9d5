import assert from 'node:assert/strict';
import { cacheDirectory } from '../../../runtime/support/cacheDirectory.ts';

describe('cacheDirectory', () => {
  const linux = (env: Record<string, string>) =>
    cacheDirectory({ platform: 'linux', homeDirectory: '/home/ann', env });
  const windows = (env: Record<string, string>) =>
    cacheDirectory({ platform: 'win32', homeDirectory: 'C:\\Users\\ann', env });

  it('is below ~/.cache without any setting', () => {
    assert.equal(linux({}), '/home/ann/.cache/tool-r1');
  });

  it('follows XDG_CACHE_HOME', () => {
    assert.equal(linux({ XDG_CACHE_HOME: '/big/cache' }), '/big/cache/tool-r1');
  });

  it('prefers TOOL_R1_CACHE, taken as it is', () => {
    assert.equal(linux({ TOOL_R1_CACHE: '/data/c', XDG_CACHE_HOME: '/big' }), '/data/c');
  });

  it('ignores relative and empty values', () => {
    assert.equal(linux({ TOOL_R1_CACHE: 'here', XDG_CACHE_HOME: '' }), '/home/ann/.cache/tool-r1');
  });

  it('uses LOCALAPPDATA on Windows, and its usual place without it', () => {
    assert.equal(windows({ LOCALAPPDATA: 'D:\\Local' }), 'D:\\Local\\tool-r1');
    assert.equal(windows({}), 'C:\\Users\\ann\\AppData\\Local\\tool-r1');
  });
});
