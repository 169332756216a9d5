// The key by which the two machines of a run know each other.

/** Variable of both supervisors, and of nothing that is written down. Made anew at every start. */
export const samplerKey = 'TOOL_R1_SAMPLER_KEY';
