/** Answers of services outside, which may have no end: no more of one is read than its limit. */

/** The response, whose body fails beyond so many bytes after it was unpacked. */
export const limited = ({ body, status, statusText, headers }: Response, maxBytes: number): Response =>
  new Response(body?.pipeThrough(upTo(maxBytes)), { status, statusText, headers });

function upTo(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let length = 0;
  return new TransformStream({
    transform: (piece, controller) => {
      length += piece.length;
      if (length > maxBytes) controller.error(new Error(`the answer has more than ${maxBytes} bytes`));
      else controller.enqueue(piece);
    },
  });
}
