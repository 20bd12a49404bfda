// The form, and what is asked of the workers. One computes, one checks certificates; whatever they do, the page stays, and ending one stops it.
const $ = (id) => document.getElementById(id);
const TRAINING = { noise_multiplier: '1.1', batch: '256', n: '60000', epochs: '60', delta: '1e-5', adjacency: 'zero-out' };
const without = (values, ...names) => Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
// What is asked of a mechanism: the words, the quantity, and the values that stand in the form first.
const MECHANISMS = {
  'DP-SGD': {
    epsilon: ['poisson-gaussian.epsilon', TRAINING],
    'noise multiplier for a target epsilon': ['poisson-gaussian.sigma', { eps: '2', ...without(TRAINING, 'noise_multiplier') }],
    'delta at an epsilon': ['poisson-gaussian.delta', { eps: '2', ...without(TRAINING, 'delta') }],
    'steps that a budget allows': ['poisson-gaussian.steps', { eps: '2', ...without(TRAINING, 'epochs') }],
  },
  'Gaussian noise': {
    epsilon: ['gaussian.epsilon', { sigma: '1', delta: '1e-5', rounds: '1' }],
    'noise for a target epsilon': ['gaussian.sigma', { eps: '1', delta: '1e-5', rounds: '1' }],
    'delta at an epsilon': ['gaussian.delta', { sigma: '1', eps: '1', rounds: '1' }],
  },
  'Laplace noise': {
    epsilon: ['laplace.epsilon', { eps0: '1', delta: '1e-6', rounds: '10', rate: '1' }],
    'delta at an epsilon': ['laplace.delta', { eps0: '1', eps: '3', rounds: '10', rate: '1' }],
  },
  'Shuffled reports': {
    epsilon: ['shuffle.epsilon', { n: '10000', eps0: '2', delta: '1e-6' }],
    'delta at an epsilon': ['shuffle.delta', { n: '10000', eps0: '2', eps: '0.2' }],
    'local epsilon that a target allows': ['clones.eps0', { n: '10000', eps: '0.5', delta: '1e-6' }],
  },
  Composition: {
    epsilon: ['composition.epsilon', { phases: '200*dp-sgd(noise_multiplier=1,rate=1%)+1*gaussian(sigma=10)', delta: '1e-5' }],
    'delta at an epsilon': ['composition.delta', { phases: '200*dp-sgd(noise_multiplier=1,rate=1%)+1*gaussian(sigma=10)', eps: '1' }],
  },
  'Any other quantity': {},
};
const OTHER = 'Any other quantity';
const LABELS = {
  noise_multiplier: 'Noise multiplier', sigma: 'Standard deviation of the noise, in sensitivities', batch: 'Batch size', n: 'Records in the dataset', epochs: 'Epochs', delta: 'Delta', eps: 'Epsilon',
  eps0: 'Local epsilon of one report', rounds: 'Rounds', steps: 'Steps', rate: 'Sampling rate', adjacency: 'Neighbours', phases: 'Mechanisms: rounds*mechanism(name=value, ...), joined by +', direction: 'Direction',
};
const CHOICES = {
  adjacency: { 'zero-out': 'add or remove a record', 'replace-one': 'replace a record' },
  direction: { both: 'both', remove: 'remove', add: 'add' },
};
let rows = []; // of all quantities, once they were asked for
let asking = 0; // the question that the page is at
let halted = 0; // the question that was stopped
let answer = null;

// ---- workers
const address = (text) => URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
const common = address(WORKER);
const verifier = VERIFIED && unpacked(VERIFIED).then(address);
let module = null; // once a worker has compiled it
const workers = { compute: null, check: null, prove: null };
const stopped = { stopped: true };
const isBusy = (kind) => Boolean(workers[kind]?.resolve);

function end(kind) {
  const { worker, resolve } = workers[kind] ?? {};
  worker?.terminate();
  workers[kind] = null;
  resolve?.(stopped);
}

let messages = 0;
function told(kind, message, from = common) {
  if (isBusy(kind)) end(kind);
  const isNew = !workers[kind];
  const at = (workers[kind] ??= { worker: new Worker(from) });
  const id = ++messages;
  return new Promise((resolve) => {
    const done = (data) => { at.resolve = null; resolve(data); };
    at.resolve = resolve;
    at.worker.onmessage = ({ data }) => {
      module ??= data.module;
      if (data.id === id) done(data.said);
    };
    at.worker.onerror = (error) => { done({ error: error.message }); end(kind); };
    at.worker.postMessage({ id, ...message(isNew) });
  });
}

const call = (request) => told('compute', (isNew) => ({ request, ...(!isNew ? {} : module ? { module } : { packed: HALLMARK }) }));
const bytesOf = (certificate) => new TextEncoder().encode(certificate);
const checked = (certificate) => told('check', () => ({ packed: CHECKER, certificate: bytesOf(certificate) }));
const proved = async (certificate) => told('prove', () => ({ bytes: bytesOf(certificate) }), await verifier);
const DEADLINE = 60000; // of a checker, in milliseconds
const CHECKERS = [{ kind: 'check', by: 'a second program', asked: checked }, ...(VERIFIED ? [{ kind: 'prove', by: 'a proof', asked: proved }] : [])];

// ---- the form
function made(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

function describe(input, domain) {
  input.title = domain ?? '';
  if (domain && input.tagName !== 'SELECT') input.placeholder = domain;
}

function field(name, value, domain) {
  const choices = CHOICES[name];
  const input = choices ? made('select', {}, ...Object.entries(choices).map(([choice, words]) => made('option', { value: choice, textContent: words })))
    : made(name === 'phases' ? 'textarea' : 'input', { spellcheck: false });
  if (choices && !(value in choices)) input.append(made('option', { value, textContent: value || 'as the quantity has it' }));
  Object.assign(input, { name, value });
  describe(input, domain);
  return made('label', { className: name === 'phases' ? 'long' : '' }, LABELS[name] ?? name, input);
}

const row = (id) => rows.find((r) => r.id === id);
const exampleOf = (r) => Object.fromEntries([...r.example.matchAll(/ ([a-z_0-9]+)=([^ ']+)/g)].map(([, name, value]) => [name, value]));

function showFields(id, values) {
  const parameters = new Map((row(id)?.parameters ?? []).map((p) => [p.name, p]));
  const names = $('mechanism').value === OTHER ? [...new Set([...parameters.keys(), ...Object.keys(values)])] : Object.keys(values);
  $('fields').replaceChildren(...names.map((name) => field(name, values[name] ?? parameters.get(name)?.default ?? (name === 'phases' ? '4*gaussian(sigma=2)' : ''), parameters.get(name)?.domain)));
}

// What only other quantities than the usual ones, and the domains of the fields, want: it is asked for after the first answer.
async function showRegistry(own) {
  if (rows.length > 0) return;
  const { rows: all } = await call({ call: 'quantities' });
  if (!all || own !== asking) return;
  const { version } = await call({ call: 'version' });
  if (!version || own !== asking) return;
  rows = all;
  $('ids').replaceChildren(...rows.map(({ id, summary }) => made('option', { value: id, textContent: summary })));
  $('version').textContent = version;
  const parameters = row(chosen()[0])?.parameters ?? [];
  for (const { name, domain } of parameters) {
    const input = $('fields').querySelector(`[name="${name}"]`);
    if (input) describe(input, domain);
  }
}

function chosen() {
  const asked = MECHANISMS[$('mechanism').value][$('asked').value];
  return asked ?? [$('quantity').value.trim(), exampleOf(row($('quantity').value.trim()) ?? { example: '' })];
}

function showMechanism() {
  const asked = Object.keys(MECHANISMS[$('mechanism').value]);
  $('asked').replaceChildren(...asked.map((words) => made('option', { textContent: words })));
  $('asked').parentElement.hidden = asked.length === 0;
  $('quantity-label').hidden = asked.length > 0;
  if (asked.length === 0 && !$('quantity').value) $('quantity').value = 'clones.epsilon';
}

function question() {
  const parameters = {};
  for (const { name, value } of $('fields').querySelectorAll('input, select, textarea')) if (value.trim()) parameters[name] = value.trim();
  return { quantity: chosen()[0], parameters };
}

function effort() {
  const number = (id, least, most) => Math.min(most, Math.max(least, Number($(id).value) || least));
  return { digits: Math.round(number('digits', 1, 1000)), seconds: number('seconds', 0.1, 100000) };
}

// #quantity=ID&name=value: the question of a link.
function readLink() {
  const given = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  if (!given.quantity) return false;
  const { quantity, digits, ...values } = given;
  if (digits) $('digits').value = digits;
  for (const [mechanism, questions] of Object.entries(MECHANISMS)) {
    for (const [words, [id, first]] of Object.entries(questions)) {
      if (id !== quantity || Object.keys(values).some((name) => !(name in first)) || ['noise_multiplier', 'batch'].some((name) => name in first && !(name in values))) continue;
      $('mechanism').value = mechanism;
      showMechanism();
      $('asked').value = words;
      showFields(id, { ...Object.fromEntries(Object.keys(first).map((name) => [name, ''])), ...values }); // what a link leaves out is as the quantity has it
      return true;
    }
  }
  $('mechanism').value = OTHER;
  $('quantity').value = quantity;
  showMechanism();
  showFields(quantity, values);
  return true;
}

function link() {
  const { quantity, parameters } = question();
  return new URLSearchParams({ quantity, ...parameters, ...($('digits').value === '6' ? {} : { digits: $('digits').value }) }).toString();
}

// ---- asking
let clock = 0;
function busy(words) {
  clearInterval(clock);
  $('busy').hidden = !words;
  if (!words) return;
  const began = performance.now();
  const tick = () => { $('elapsed').textContent = `${words} ${Math.round((performance.now() - began) / 1000)} s of at most ${effort().seconds} s`; };
  tick();
  clock = setInterval(tick, 500);
}

function stop() {
  for (const kind of Object.keys(workers)) if (isBusy(kind)) end(kind);
  busy('');
}

function says(kind, ...elements) {
  $('result').className = kind;
  $('result').replaceChildren(...elements);
}

// Why an answer has not the digits asked for, or nothing. One that took all its time may be wider than it need be, even where nothing is missing in it.
function shortness({ reached, shortfall }, began, seconds) {
  const isCut = performance.now() - began >= 900 * seconds || (!reached && /\b(time|budget)\b/.test(shortfall));
  return [isCut ? 'cut short by the time limit' : '', reached ? '' : shortfall].filter((words) => words).join(': ');
}

function showAnswer(short) {
  const [number, ...rest] = answer.text.trimEnd().split('\n');
  const cut = short ? [made('p', { className: 'warning', textContent: `This answer is ${short.startsWith('cut') ? short : `not complete: ${short}`}` })] : [];
  says(short ? 'cut' : 'reached', made('p', { className: 'number', textContent: number.trim().replace('<=', '≤').replace('>=', '≥') }), ...cut,
    ...rest.slice(0, -1).map((text) => made('p', { textContent: text.trim() })), made('p', {}, made('code', { textContent: rest.at(-1) ?? '' })));
}

// A call that does not end in time by itself is ended a little later.
async function limited(request, seconds) {
  const late = setTimeout(() => end('compute'), 3000 * seconds + 2000);
  const got = await call(request);
  clearTimeout(late);
  return got;
}

async function ask() {
  const own = ++asking;
  stop();
  const { quantity, parameters } = question();
  const options = effort();
  for (const id of ['more', 'samplers', 'curve']) $(id).hidden = true;
  $('result').classList.add('stale');
  history.replaceState(null, '', `#${link()}`);
  busy('Computing:');
  const began = performance.now();
  const got = await limited({ call: 'evaluate', quantity, parameters, options }, options.seconds);
  if (own !== asking) return;
  if (got.stopped || got.error !== undefined) {
    busy('');
    says('error', made('p', { className: 'error', textContent: got.stopped ? 'Stopped: there is no answer.' : got.error }));
    return;
  }
  answer = got;
  showAnswer(shortness(got, began, options.seconds));
  $('more').hidden = false;
  const isTraining = 'batch' in parameters && ['poisson-gaussian.epsilon', 'poisson-gaussian.delta'].includes(quantity);
  for (const next of [certify, showRegistry, ...(isTraining ? [showSamplers] : []), ...(isTraining && quantity.endsWith('epsilon') ? [showCurve] : [])]) {
    if (own !== asking || own === halted) break;
    await next(own, options, parameters);
  }
  if (own === asking) busy('');
}

async function certify(own, options) {
  $('certificate').replaceChildren('…');
  busy('Writing the certificate:');
  const { certificate, certificate_note: note, error, stopped: ended } = await limited({ call: 'certificate', options }, options.seconds);
  if (own !== asking) return;
  if (!certificate) {
    $('certificate').replaceChildren(made('p', { textContent: ended ? 'Stopped.' : `There is none: ${error ?? note}` }));
    return;
  }
  const verdicts = CHECKERS.map(() => made('p', { textContent: 'A checker reads it …' }));
  const save = made('a', { href: `data:text/plain,${encodeURIComponent(certificate)}`, download: 'hallmark.cert', textContent: 'hallmark.cert' });
  $('certificate').replaceChildren(...(note ? [made('p', { textContent: `Of the upper end alone: ${note}` })] : []), ...verdicts,
    made('details', {}, made('summary', { textContent: `The certificate, ${certificate.length} bytes` }), made('p', {}, save), made('pre', { tabIndex: 0, textContent: certificate })));
  const whole = { certificate, of: note ? ', of the upper end' : '' };
  showVerdict(own, verdicts[0], CHECKERS[0], [whole]);
  if (!VERIFIED) return;
  // The proofs reach fewer digits of some quantities, so that they are asked about a rounder upper end first.
  const { certificate: rounder } = own === halted ? {} : await limited({ call: 'certificate', upper_digits: 4, options }, options.seconds);
  if (own === asking) showVerdict(own, verdicts[1], CHECKERS[1], [...(rounder ? [{ certificate: rounder, of: ', of the upper end rounded up to 4 digits' }] : []), whole]);
}

// What a checker says of the first certificate, and of a later one where it verifies that.
async function showVerdict(own, verdict, { kind, by, asked: read }, certificates) {
  const { quantity, adjacency } = answer;
  for (const [i, { certificate, of }] of certificates.entries()) {
    const late = setTimeout(() => end(kind), DEADLINE);
    const got = own === halted ? stopped : await read(certificate);
    clearTimeout(late);
    if (own !== asking) return;
    if (got.stopped && own === halted) {
      if (i === 0) verdict.replaceChildren(`Stopped: no verdict by ${by}.`);
      return;
    }
    const line = typeof got === 'string' ? got : `s UNKNOWN ${got.error ?? 'no answer in time'}`;
    const isYes = line.startsWith(`s VERIFIED ${quantity}(`) && line.includes(`, ${adjacency}, `); // of what was asked, and no other statement
    if (i > 0 && !isYes) return;
    verdict.replaceChildren(`${isYes ? 'Checked' : 'Not checked'} by ${by}${isYes ? of : ''}: `, made('code', { className: isYes ? 'yes' : line.startsWith('s UNKNOWN') ? 'open' : 'no', textContent: line }));
    if (line.endsWith('not covered')) return;
  }
}

async function showSamplers(own, options, parameters) {
  const { adjacency, ...training } = parameters;
  const { rows: list, error } = await call({ call: 'samplers', training });
  if (own !== asking || error !== undefined || !list) return;
  $('sampled').textContent = 'delta' in training ? 'epsilon' : 'delta';
  const cells = list.map(() => made('td', { textContent: '…' }));
  $('samplers').querySelector('tbody').replaceChildren(...list.map((s, i) => made('tr', {}, made('td', {}, s.name, made('small', { textContent: s.needs })), made('td', { textContent: s.neighbours }), cells[i])));
  $('samplers').hidden = false;
  for (const [i, { quantity, parameters: at }] of list.entries()) {
    busy('Other samplers:');
    const began = performance.now();
    const got = await limited({ call: 'evaluate', quantity, parameters: at, options: { ...options, digits: Math.min(options.digits, 6) } }, options.seconds);
    if (own !== asking) return;
    const isWide = got.upper > 0 && (got.upper - got.lower) * 1000 > got.upper;
    const isNumber = !got.stopped && got.error === undefined;
    cells[i].replaceChildren(got.stopped ? 'stopped' : got.error ?? ((isWide ? `${got.lo_decimal} to ` : '') + got.hi_decimal),
      made('small', { textContent: isNumber ? shortness(got, began, options.seconds) : '' }));
    if (got.stopped) return;
  }
}

async function showCurve(own, options, parameters) {
  const most = Number(parameters.epochs);
  if (!(most >= 2 && most <= 1e9)) return;
  const points = [...new Set(Array.from({ length: 10 }, (_, i) => Math.ceil((most * (i + 1)) / 10)))];
  const at = [[], []];
  let cut = 0;
  const { seconds } = options;
  for (const epochs of points) {
    busy('The curve:');
    const began = performance.now();
    const got = await limited({ call: 'evaluate', quantity: 'poisson-gaussian.epsilon', parameters: { ...parameters, epochs: String(epochs) }, options: { digits: 4, seconds } }, seconds);
    if (own !== asking || got.stopped) return;
    if (got.error === undefined && got.upper !== null) { at[0].push(epochs); at[1].push(got.upper); cut += shortness(got, began, seconds) ? 1 : 0; }
  }
  $('curve').hidden = false;
  $('cut').textContent = cut === 0 ? '' : `The time limit cut ${cut} of the points short: epsilon may be smaller there.`;
  $('plot').replaceChildren();
  const colour = getComputedStyle(document.documentElement).getPropertyValue('--mark');
  const axis = { stroke: getComputedStyle(document.body).color, grid: { stroke: getComputedStyle(document.documentElement).getPropertyValue('--line') } };
  new uPlot({ width: $('plot').clientWidth, height: 280, scales: { x: { time: false }, y: { range: (_, least, greatest) => [0, greatest * 1.05] } }, axes: [{ ...axis, label: 'epochs' }, { ...axis, label: 'epsilon' }],
    series: [{ label: 'epochs' }, { label: 'epsilon', stroke: colour, width: 2, points: { show: true } }] }, at, $('plot'));
}

// ---- copies
const quoted = (text) => (/^[A-Za-z0-9_.,=%+/:@^-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
const copies = {
  link: () => `${location.href.split('#')[0]}#${link()}`,
  command: ({ quantity, parameters }, { digits }) => ['hallmark eval', quantity, ...Object.entries(parameters).map(([name, value]) => quoted(`${name}=${value}`)), ...(digits === 6 ? [] : [`--digits ${digits}`])].join(' '),
  python: ({ quantity, parameters }, { digits }) => `hallmark.evaluate(${[JSON.stringify(quantity), ...Object.entries(parameters).map(([name, value]) => `${name === 'lambda' ? 'lambda_' : name}=${JSON.stringify(value)}`), ...(digits === 6 ? [] : [`digits=${digits}`])].join(', ')})`,
  latex: () => answer.tex,
};

async function copy({ target: { dataset } }) {
  const text = copies[dataset.copy](question(), effort());
  $('copied').dataset.text = text;
  try {
    await navigator.clipboard.writeText(text);
    $('copied').textContent = 'Copied.';
  } catch {
    $('copied').replaceChildren(made('code', { textContent: text })); // where a page may not copy, it shows
  }
}

// ---- start
let patience = 0;
const soon = () => { $('result').classList.add('stale'); $('more').hidden = true; clearTimeout(patience); patience = setTimeout(ask, 300); };
async function restart() {
  if ($('mechanism').value === OTHER) await showRegistry(++asking);
  showFields(...chosen());
  soon();
}

async function start() {
  if (!readLink()) showFields(...chosen());
  if ($('mechanism').value === OTHER && rows.length === 0) {
    await showRegistry(++asking);
    readLink();
  }
  ask();
}

$('mechanism').replaceChildren(...Object.keys(MECHANISMS).map((words) => made('option', { textContent: words })));
$('mechanism').onchange = () => { showMechanism(); restart(); };
$('asked').onchange = restart;
$('quantity').onchange = restart;
for (const id of ['fields', 'digits', 'seconds']) $(id).oninput = soon;
$('form').onsubmit = (event) => { event.preventDefault(); ask(); };
$('stop').onclick = () => { halted = asking; stop(); };
addEventListener('hashchange', start);
for (const button of document.querySelectorAll('[data-copy]')) button.onclick = copy;
showMechanism();
$('proof').hidden = !VERIFIED;
says('', made('p', { textContent: 'The program starts …' }));
start();
