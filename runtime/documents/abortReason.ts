// Why a signal fired, as an error that can be thrown.

/** The reason given to `abort`, or an AbortError when that was no error. */
export function abortReason(signal: AbortSignal): Error {
  return signal.reason instanceof Error
    ? signal.reason
    : new DOMException('The work was cancelled.', 'AbortError');
}
