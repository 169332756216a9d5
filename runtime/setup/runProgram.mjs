// Starts programs for the set-up and waits for them. Nothing goes through a shell.
import { spawn } from 'node:child_process';

/**
 * Runs a program and keeps what it prints.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<{ code: number, output: string }>} code 127 when there is no such program
 */
export function capture(program, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (chunk) => (output += chunk);
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    child.on('error', (error) => resolve({ code: 127, output: error.message }));
    child.on('close', (code, signal) => resolve({ code: code ?? signalCode(signal), output }));
  });
}

/**
 * Runs a program that a person sees and may stop: its streams are ours, and signals reach it.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<number>}
 */
export function attend(program, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { ...options, stdio: 'inherit' });
    // Ctrl+C reaches the child through the terminal; this process only waits for it. Other signals are passed on.
    const ignore = () => undefined;
    const forward = (signal) => child.kill(signal);
    process.on('SIGINT', ignore);
    process.on('SIGTERM', forward);
    const end = (code) => {
      process.off('SIGINT', ignore);
      process.off('SIGTERM', forward);
      resolve(code);
    };
    child.on('error', () => end(127));
    child.on('close', (code, signal) => end(code ?? signalCode(signal)));
  });
}

/** The last lines of a long output. */
export function tail(output, lines = 25) {
  return output.trimEnd().split('\n').slice(-lines).join('\n');
}

const signalNumbers = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGSEGV: 11, SIGTERM: 15 };

function signalCode(signal) {
  return 128 + (signalNumbers[signal] ?? 0);
}
