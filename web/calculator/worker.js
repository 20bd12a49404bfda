let hallmark;
// The first message to compute with brings the module packed; it goes back compiled, for the worker that comes after this one.
onmessage = async ({ data: { id, packed, module, request, certificate } }) => {
  if (certificate) return postMessage({ id, said: await check(await compile(await unpacked(packed)), certificate) });
  if (packed) {
    module = await WebAssembly.compile(await unpacked(packed));
    postMessage({ module });
  }
  hallmark ??= program(module);
  return postMessage({ id, said: hallmark.call(request) });
};
