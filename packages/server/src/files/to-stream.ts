/** The same bytes as a stream, read as fast as they are taken. */
export function toStream(bytes: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await bytes.next();
        if (done === true) {
          controller.close();
        } else {
          controller.enqueue(value);
        }
      },
      cancel: async () => {
        await bytes.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
