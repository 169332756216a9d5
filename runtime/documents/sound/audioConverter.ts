// Sound and video to Markdown: length and kind, tags, and the spoken words where a speech model is set up.
import { decodeAudio } from './audioDecoding.ts';
import type { AudioFacts } from './audioDecoding.ts';
import type { AudioFormat } from './audioFormat.ts';
import { audioFormat } from './audioFormat.ts';
import type { Converter, DocumentSource, DocumentText } from '../document.ts';
import { DocumentError } from '../document.ts';
import { extensionOf } from '../extension.ts';
import { soundTags } from './soundTags.ts';
import { SpeechSamples } from './speechSamples.ts';
import type { SpeechSegment, Transcriber } from './transcriber.ts';

/** Only this much from the start is transcribed. */
const maxSpeechSeconds = 600;

export function audioConverter(transcriber: Transcriber | null): Converter {
  return {
    format: 'audio',
    recognise: ({ name, bytes }) => audioFormat(bytes, extensionOf(name))?.certainty ?? 0,
    convert: (source, { signal }) => convertAudio(source, transcriber, signal),
  };
}

async function convertAudio(
  source: DocumentSource,
  transcriber: Transcriber | null,
  signal: AbortSignal,
): Promise<DocumentText> {
  const format = audioFormat(source.bytes, extensionOf(source.name));
  if (format === null) throw new DocumentError('corrupt', `${source.name} is no sound file.`);
  const speech = new SpeechSamples(transcriber === null ? 0 : maxSpeechSeconds);
  const facts = await decode(source, format, speech, signal);
  const segments =
    transcriber === null || facts.peak === 0
      ? []
      : await transcriber.transcribe(speech.samples(), signal);
  const head = [describe(format, facts), ...(await soundTags(source.bytes))].join('\n');
  const text = [head, ...renderSegments(segments)].join('\n\n');
  const lost = [...lostPicture(format), ...lostSpeech(facts, segments, transcriber)];
  return { format: format.format, text, lost };
}

async function decode(
  source: DocumentSource,
  format: AudioFormat,
  speech: SpeechSamples,
  signal: AbortSignal,
): Promise<AudioFacts> {
  try {
    const facts = await decodeAudio(
      source.bytes,
      format.decoder,
      ({ channelData, sampleRate }) => speech.add(channelData, sampleRate),
      signal,
    );
    if (facts.seconds > 0) return facts;
  } catch (error) {
    signal.throwIfAborted();
    throw unreadable(source, format, error);
  }
  throw unreadable(source, format, null);
}

function unreadable(source: DocumentSource, format: AudioFormat, cause: unknown): DocumentError {
  const what = format.isVideo ? `a ${format.format} video` : `a ${format.format} sound file`;
  const reason = cause instanceof Error ? `: ${cause.message}` : '';
  return new DocumentError(
    'corrupt',
    `${source.name} looks like ${what}, but no sound can be read from it${reason}.`,
    { cause },
  );
}

function describe(format: AudioFormat, facts: AudioFacts): string {
  const what = format.isVideo ? 'Video (sound track)' : 'Sound';
  const { seconds, sampleRate, channels, peak } = facts;
  return [
    `${what}: ${format.format}`,
    `length ${clock(seconds)} (${seconds.toFixed(2)} s)`,
    channels === 1 ? 'one channel' : `${channels} channels`,
    `${sampleRate} Hz`,
    ...(peak === 0 ? ['silent'] : []),
  ].join(', ');
}

function renderSegments(segments: readonly SpeechSegment[]): string[] {
  if (segments.length === 0) return [];
  const lines = segments.map(({ start, text }) =>
    start === null ? text : `[${clock(start)}] ${text}`,
  );
  return [['Transcript:', ...lines].join('\n')];
}

function lostPicture({ isVideo }: AudioFormat): string[] {
  return isVideo ? ['The moving picture is not read; only the sound track is.'] : [];
}

function lostSpeech(
  { seconds, peak }: AudioFacts,
  segments: readonly SpeechSegment[],
  transcriber: Transcriber | null,
): string[] {
  if (peak === 0) return [];
  if (transcriber === null) {
    return [
      'What is said in the recording is not known: no speech model is set up on this machine ' +
        '(set TOOL_R1_ASR_MODEL to the folder of one).',
    ];
  }
  const lost = [`The words were recognised by ${transcriber.model} and may be wrong.`];
  if (segments.every(({ text }) => text === '')) lost.push('No speech was recognised.');
  if (seconds > maxSpeechSeconds) {
    lost.push(`Only the first ${clock(maxSpeechSeconds)} were transcribed.`);
  }
  return lost;
}

/** `1:02:03` or `2:03`. */
function clock(seconds: number): string {
  const whole = Math.floor(seconds);
  const [hours, minutes, rest] = [
    Math.floor(whole / 3600),
    Math.floor(whole / 60) % 60,
    whole % 60,
  ];
  const two = (value: number): string => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
