let hallmark;
onmessage = async ({ data: { id, module, request, bytes, certificate } }) => {
  if (bytes) return postMessage({ id, said: await check(await compile(bytes), new TextEncoder().encode(certificate)) });
  hallmark ??= program(module);
  return postMessage({ id, said: hallmark.call(request) });
};
