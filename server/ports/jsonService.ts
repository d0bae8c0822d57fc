/** Services over HTTP that take and answer JSON, as the operator names them; some speak like OpenAI's chat completions. */
import { limited } from './limited.ts';

/** The translation of the longest narrative has a fraction of it. */
const MAX_BYTES = 4 * 1024 * 1024;

export interface JsonService {
  url: string;
  /** null: it needs none */
  key: string | null;
  timeoutMs: number;
}

type Answer = Record<string, unknown>;

/** What it answers. Rejects, calling it by its name, where it does not answer well or in time; and at a `stop`. */
export async function postJson(
  { url, key, timeoutMs }: JsonService,
  name: string,
  path: string,
  body: object,
  stop?: AbortSignal,
): Promise<Answer> {
  const response = await fetch(new URL(path, url.endsWith('/') ? url : `${url}/`), {
    method: 'POST',
    // where it is, is for the operator to say
    redirect: 'error',
    headers: { 'content-type': 'application/json', ...(key !== null && { authorization: `Bearer ${key}` }) },
    body: JSON.stringify(body),
    signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(stop ? [stop] : [])]),
  });
  if (!response.ok) throw new Error(`${name} answered ${response.status}`);
  return (await limited(response, MAX_BYTES).json()) as Answer;
}

export interface ChatQuestion {
  /** null: it has one only */
  model: string | null;
  order: string;
  text: string;
  /** only JSON is wanted */
  json?: true;
}

/** One instruction about one text, answered as deterministically as a model can: the content, and the whole answer. */
export async function chat(
  service: JsonService,
  name: string,
  { model, order, text, json }: ChatQuestion,
  stop?: AbortSignal,
): Promise<{ content: unknown; answer: Answer }> {
  const body = {
    model,
    temperature: 0,
    ...(json && { response_format: { type: 'json_object' } }),
    messages: [
      { role: 'system', content: order },
      { role: 'user', content: text },
    ],
  };
  const answer = await postJson(service, name, 'chat/completions', body, stop);
  const [choice] = Array.isArray(answer.choices) ? (answer.choices as unknown[]) : [];
  return { content: (choice as { message?: { content?: unknown } } | undefined)?.message?.content, answer };
}
