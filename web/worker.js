onmessage = async ({ data }) => {
  postMessage({ said: await check(await compile(data.wasm), data.bytes) });
};
