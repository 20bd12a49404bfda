// The module hallmark.wasm as a function from requests to answers (web/producer/calls.hpp). An instance that has trapped (no memory, no stack) is not used
// again: the next call begins with a new one.
// Milliseconds: in node those of the processor, as the limits of time count them; in a browser, which does not tell, those that go by.
function now() {
  if (typeof process !== 'object' || !process.cpuUsage) return performance.now();
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
}

const WASI = {
  // The host's clock, in nanoseconds; whatever else the C library could ask for, files and the environment, is not there.
  clock_time_get: (memory) => (_id, _precision, at) => {
    new DataView(memory().buffer).setBigUint64(at, BigInt(Math.round(now() * 1e6)), true);
    return 0;
  },
  environ_sizes_get: (memory) => (count, size) => {
    const view = new DataView(memory().buffer);
    view.setUint32(count, 0, true);
    view.setUint32(size, 0, true);
    return 0;
  },
};
const BAD_DESCRIPTOR = 8;

function started(module) {
  let exports;
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    (imports[from] ??= {})[name] = WASI[name]?.(() => exports.memory) ?? (() => BAD_DESCRIPTOR);
  }
  ({ exports } = new WebAssembly.Instance(module, imports));
  exports._initialize();
  return exports;
}

export function program(module) {
  let exports = null;
  const text = (request) => {
    exports ??= started(module);
    try {
      const bytes = new TextEncoder().encode(request);
      const place = exports.hm_alloc(bytes.length);
      new Uint8Array(exports.memory.buffer, place, bytes.length).set(bytes);
      exports.hm_call(place, bytes.length);
      return new TextDecoder().decode(new Uint8Array(exports.memory.buffer, exports.hm_answer(), exports.hm_answer_size()));
    } catch (trap) {
      exports = null;
      return JSON.stringify({ error: `the module stopped: ${trap.message}` });
    }
  };
  return { text, call: (request) => JSON.parse(text(JSON.stringify(request))) };
}
