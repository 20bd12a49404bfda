// The module as a function from the bytes of a certificate to the line that hallmark-check prints.
// An instance that has trapped (no memory, no stack) is not used again: a certificate has one of its own.
export async function compile(bytes) {
  const module = await WebAssembly.compile(bytes);
  const imports = {};
  const nothing = 8; // what WASI calls "bad descriptor": the checker opens no file and prints nothing by itself
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
    if (kind !== 'function') throw new Error(`the module wants ${from}.${name}`);
    (imports[from] ??= {})[name] = () => nothing;
  }
  return { module, imports };
}

export async function check({ module, imports }, bytes) {
  const { exports } = await WebAssembly.instantiate(module, imports);
  const line = () => new TextDecoder().decode(new Uint8Array(exports.memory.buffer, exports.hm_line(), exports.hm_line_size()));
  try {
    exports._initialize();
    const place = exports.hm_alloc(bytes.length);
    new Uint8Array(exports.memory.buffer, place, bytes.length).set(bytes);
    exports.hm_check(place, bytes.length);
    return line();
  } catch (trap) {
    return line() || `s REJECTED work: the module stopped (${trap.message})`;
  }
}
