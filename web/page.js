// A worker a certificate, with a deadline: whatever a certificate does, the page stays.
const DEADLINE = 120000;
const LARGEST = 64 << 20;
const list = document.getElementById('results');
// The program, and in the second page its verified counterpart, each as the text of a worker.
const checkers = [{ by: 'checked by C++', text: WORKER }, ...(VERIFIED ? [{ by: 'checked by a proof', text: VERIFIED }] : [])]
  .map(({ by, text }) => ({ by, source: URL.createObjectURL(new Blob([text], { type: 'text/javascript' })) }));
const module = unpacked(PACKED);
let queue = Promise.resolve();

function checked(source, bytes, wasm) {
  return new Promise((resolve) => {
    const worker = new Worker(source);
    const end = (line) => { worker.terminate(); clearTimeout(clock); resolve(line); };
    const clock = setTimeout(() => end(`s REJECTED work: no answer within ${DEADLINE / 1000} s in this browser`), DEADLINE);
    worker.onmessage = ({ data }) => end(data.said);
    worker.onerror = (error) => end(`s REJECTED work: ${error.message}`);
    worker.postMessage({ wasm, bytes });
  });
}

function element(name, text, kind = '') {
  const made = document.createElement(name);
  made.textContent = text;
  made.className = kind;
  return made;
}

// A row for the file with a line for each checker; what is returned fills one in.
function shown(name) {
  const item = element('li', '');
  const lines = checkers.map(() => element('code', 'waiting'));
  item.append(element('strong', name));
  checkers.forEach(({ by }, i) => {
    if (checkers.length > 1) item.append(element('span', by, 'by'));
    item.append(lines[i]);
  });
  list.append(item);
  return (i, text, milliseconds) => {
    lines[i].textContent = text;
    lines[i].className = text.startsWith('s VERIFIED') ? 'yes' : text.startsWith('s UNKNOWN') ? 'open' : 'no';
    lines[i].after(`${(milliseconds / 1000).toFixed(2)} s`);
    if (i === 0) item.className = text.startsWith('s VERIFIED') ? 'verified' : 'not';
    if (i === lines.length - 1) item.dataset.done = '';
  };
}

function add(name, bytes) {
  const show = shown(name);
  queue = queue.then(async () => {
    for (const [i, { source }] of checkers.entries()) {
      const started = performance.now();
      const line = bytes.length > LARGEST ? 's MALFORMED the file is larger than a certificate may be' : await checked(source, bytes, await module);
      show(i, line, performance.now() - started);
    }
    document.title = `${list.querySelectorAll('[data-done]').length} of ${list.children.length} checked`;
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
