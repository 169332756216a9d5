// Whether the cache can be written and has room for the embedded model, the snapshot and the optional packages.
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { HealthCheck } from '../contract/health.ts';
import { errorMessage } from '../support/errors.ts';
import { fail, pass, warn } from './healthCheck.ts';

const megabyte = 1024 * 1024;
const wantedMegabytes = 600;

export async function cacheCheck(cacheDirectory: string): Promise<HealthCheck> {
  const probe = path.join(cacheDirectory, `.probe-${process.pid}`);
  try {
    await mkdir(cacheDirectory, { recursive: true });
    await writeFile(probe, 'x');
    await rm(probe);
  } catch (error) {
    return fail(
      'Cache',
      `${cacheDirectory} cannot be written: ${errorMessage(error)}`,
      'Set TOOL_R1_CACHE to a folder of yours.',
    );
  }
  const { bavail, bsize } = await statfs(cacheDirectory);
  return freeSpace(cacheDirectory, Math.floor((bavail * bsize) / megabyte));
}

function freeSpace(cacheDirectory: string, megabytes: number): HealthCheck {
  const detail = `${cacheDirectory}, ${megabytes.toLocaleString('en')} MB free`;
  if (megabytes >= wantedMegabytes) return pass('Cache', detail);
  return warn(
    'Cache',
    detail,
    `Free some space: model, snapshot and optional packages take about ${wantedMegabytes} MB.`,
  );
}
