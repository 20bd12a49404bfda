let hallmark;
onmessage = async ({ data: { module, request, bytes, certificate } }) => {
  if (bytes) return postMessage(await check(await compile(bytes), new TextEncoder().encode(certificate)));
  hallmark ??= program(module);
  return postMessage(hallmark.call(request));
};
