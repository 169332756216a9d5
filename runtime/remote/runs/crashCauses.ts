// Why training runs crash, as the lines of their logs tell it, and what helps, most likely first. Data.

export interface CrashCause {
  readonly name: string;
  /** Of the line that says it. */
  readonly pattern: RegExp;
  /** In the order of likelihood, each with its cost. */
  readonly tryThese: readonly string[];
}

/** The more particular one comes first: memory that ran out also breaks the collective calls of the other processes. */
export const crashCauses: readonly CrashCause[] = [
  {
    name: 'memory of a graphics card',
    pattern:
      /CUDA out of memory|torch\.OutOfMemoryError|CUBLAS_STATUS_ALLOC_FAILED|No available memory for the cache blocks/i,
    tryThese: [
      'Lower agent.maxSequenceTokens: memory grows with the longest trajectory. Costs long solutions.',
      'Train an adapter: set training.optimiser.lora. Costs a little quality, saves about 12 bytes a parameter.',
      'Give more cards to the trainer. Costs sampling speed.',
      'End other programs on the cards; `tool-r1 machine check` lists them.',
    ],
  },
  {
    name: 'memory of the machine',
    pattern:
      /Out of memory: Killed process|oom-kill|oom_reaper|MemoryError\b|was ended by SIGKILL|Cannot allocate memory/i,
    tryThese: [
      'Most often the machine ran out of memory and ended the process: see `dmesg | grep -i kill` there. End other programs on it.',
      'Use a smaller model, or fewer trainer processes: each holds the weights in memory while it loads. Costs time.',
      'Ask for more memory where a scheduler or container limits it.',
    ],
  },
  {
    name: 'disk',
    pattern: /No space left on device|ENOSPC|Disk quota exceeded|EDQUOT|disk is full/i,
    tryThese: [
      'Free some space: `tool-r1 machine clean` deletes checkpoints that the policy does not keep.',
      'Save less often (--save-every). Costs train steps that are repeated after a crash.',
      'Ask for a larger quota.',
    ],
  },
  {
    name: 'lost graphics card',
    pattern:
      /GPU is lost|fallen off the bus|Xid \d+|uncorrectable ECC|CUDA error: (?:unspecified launch failure|device-side|an illegal|no CUDA-capable)/i,
    tryThese: [
      'Restart the machine, or ask whoever looks after it: a card that is lost comes back only then.',
      'Resume on the other cards. Costs their share of the speed.',
    ],
  },
  {
    name: 'driver',
    pattern:
      /driver version is insufficient|Driver\/library version mismatch|couldn't communicate with the NVIDIA driver|libcuda\.so/i,
    tryThese: [
      'Restart the machine when its driver was updated just now.',
      'Update the driver of the cards: `tool-r1 machine check` says which version is needed.',
    ],
  },
  {
    name: 'port',
    pattern: /Address already in use|EADDRINUSE|Port \d+ .*is in use/i,
    tryThese: [
      'Resume: other ports are chosen then.',
      'End the program that holds the port; another run on this machine may be it.',
    ],
  },
  {
    name: 'model',
    pattern:
      /does not appear to have a file named|Unrecognized model|is not a local folder and is not a valid model|Unable to load weights|size mismatch for|no tokenizer|SafetensorError/i,
    tryThese: [
      'Check the model folder: it needs config.json, the tokenizer and the weights in the Hugging Face form.',
      'Fetch it again: a download that broke off leaves files that cannot be read.',
    ],
  },
  {
    name: 'machine that samples',
    pattern: /The sampler on .+ is lost\./,
    tryThese: [
      'Look whether that machine runs and is on the network, and into sampler-tokens.log; then resume: its servers are started again.',
      'Start another run with another sampler, or with none. Costs the train steps of this one.',
    ],
  },
  {
    name: 'connection between the processes',
    pattern:
      /NCCL (?:error|WARN)|ncclUnhandled|ncclSystemError|ncclRemoteError|Watchdog caught collective operation timeout|DistBackendError|ProcessGroupNCCL/i,
    tryThese: [
      'Look for the process that died first: the others only notice that it is gone.',
      'Set NCCL_DEBUG=INFO and resume to see which link breaks.',
      'On machines with several networks set NCCL_SOCKET_IFNAME to the one between the cards.',
    ],
  },
  {
    name: 'error of the program',
    pattern: /^(?:[A-Za-z_][\w.]*(?:Error|Exception)|AssertionError)(?::|$)/,
    tryThese: [
      'Read the lines above it: the last file of ours that is named there says what was being done.',
      'Resume once: an error that does not come again was a passing one.',
      'Look into the other logs of the same minute.',
    ],
  },
];
