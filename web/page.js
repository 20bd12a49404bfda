// A worker a certificate, with a deadline: whatever a certificate does, the page stays.
const DEADLINE = 120000;
const LARGEST = 64 << 20;
const list = document.getElementById('results');
const source = URL.createObjectURL(new Blob([WORKER], { type: 'text/javascript' }));
const unpacked = (async () => {
  const bytes = Uint8Array.from(atob(PACKED), (c) => c.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
})();
let queue = Promise.resolve();

function checked(bytes, wasm) {
  return new Promise((resolve) => {
    const worker = new Worker(source);
    const end = (line) => { worker.terminate(); clearTimeout(clock); resolve(line); };
    const clock = setTimeout(() => end(`s REJECTED work: no answer within ${DEADLINE / 1000} s in this browser`), DEADLINE);
    worker.onmessage = ({ data }) => end(data);
    worker.onerror = (error) => end(`s REJECTED work: ${error.message}`);
    worker.postMessage({ wasm, bytes });
  });
}

function shown(name) {
  const item = document.createElement('li');
  const title = document.createElement('strong');
  const line = document.createElement('code');
  title.textContent = name;
  line.textContent = 'waiting';
  item.append(title, line);
  list.append(item);
  return (text, milliseconds) => {
    item.className = text.startsWith('s VERIFIED') ? 'verified' : 'not';
    line.textContent = text;
    item.append(`${(milliseconds / 1000).toFixed(2)} s`);
  };
}

function add(name, bytes) {
  const show = shown(name);
  queue = queue.then(async () => {
    const started = performance.now();
    const line = bytes.length > LARGEST ? 's MALFORMED the file is larger than a certificate may be' : await checked(bytes, await unpacked);
    show(line, performance.now() - started);
    document.title = `${list.querySelectorAll('.verified, .not').length} of ${list.children.length} checked`;
  });
}

async function take(files) {
  for (const file of files) add(file.name, new Uint8Array(await file.arrayBuffer()));
}

// #NAME:BASE64URL: a certificate that a row of a report brings along. It never leaves the browser: a fragment is not sent.
function takeFragment() {
  const [, name, text] = location.hash.match(/^#([A-Za-z0-9._-]+):([A-Za-z0-9_-]+)$/) ?? [];
  if (text) add(name, Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0)));
}

document.getElementById('files').onchange = ({ target }) => take(target.files);
addEventListener('dragover', (event) => event.preventDefault());
addEventListener('drop', (event) => { event.preventDefault(); take(event.dataTransfer.files); });
addEventListener('hashchange', takeFragment);
takeFragment();
