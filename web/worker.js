onmessage = async ({ data }) => {
  const line = await check(await compile(data.wasm), data.bytes);
  postMessage(line);
};
