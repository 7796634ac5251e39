// What a program needs of the browser: files, locks between tabs, workers, downloads and links.
// The program finds it as the object `pentad`; see common/src/web.

const program = document.documentElement.dataset.program;
const root = new URL("../", location.href);
const here = new URL("./", location.href);

/** Shows a message in place of the program. */
function showMessage(title, text) {
  const box = document.getElementById("message");
  box.querySelector("h1").textContent = title;
  box.querySelector("p").textContent = text;
  box.hidden = false;
  document.getElementById("window").hidden = true;
}

// ---- Files ----

/** Path to { bytes, time }. Everything that belongs to the program is in memory; changes are passed on. */
const files = new Map();
/** The database, or null where the browser keeps nothing. */
let database = null;
/** Why the last file was not kept. */
let failure = null;
const tabs = "BroadcastChannel" in window ? new BroadcastChannel("pentad") : null;

function request(asked) {
  return new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
    if ("onblocked" in asked) asked.onblocked = () => reject(new Error("another tab is in the way"));
  });
}

async function loadFiles() {
  try {
    const asked = indexedDB.open("pentad", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("files");
    database = await request(asked);
    const range = IDBKeyRange.bound(`/${program}/`, `/${program}/\uffff`);
    const store = database.transaction("files").objectStore("files");
    const [paths, values] = await Promise.all([request(store.getAllKeys(range)), request(store.getAll(range))]);
    paths.forEach((path, index) => files.set(path, values[index]));
  } catch (error) {
    database = null;
    failure = `this browser keeps no data (${error.message ?? error})`;
  }
  navigator.storage?.persist?.();
}

/** The pictures that the program needs besides its own file. One that is missing is the program's affair. */
const assets = (document.documentElement.dataset.assets ?? "").split(" ").filter(Boolean);
const assetAddress = (name) => new URL(`assets/${name}`, here).href;

async function loadAssets() {
  const load = async (name) => {
    const answer = await fetch(assetAddress(name));
    if (answer.ok) files.set(`/assets/${name}`, { bytes: new Uint8Array(await answer.arrayBuffer()), time: 0 });
  };
  await Promise.all(assets.map((name) => load(name).catch(() => {})));
}

/** Writes or removes a file in the database. */
function keep(path, file) {
  if (!database) return;
  try {
    const change = database.transaction("files", "readwrite", { durability: "strict" });
    const store = change.objectStore("files");
    if (file) store.put(file, path);
    else store.delete(path);
    change.oncomplete = () => (failure = null);
    change.onabort = () => (failure = `the browser did not keep a file (${change.error?.message ?? "it is full"})`);
  } catch (error) {
    failure = `the browser did not keep a file (${error.message})`;
  }
}

tabs?.addEventListener("message", ({ data: { path, file } }) => {
  if (!path.startsWith(`/${program}/`)) return;
  if (file) files.set(path, file);
  else files.delete(path);
  pentad.wake();
});

// ---- Locks ----

/** The locks of this page. */
const held = new Set();
/** The tabs that were open when we looked last, and when that was. */
let open = new Set();
let looked = 0;
let tab = "";

const lockKey = (name) => `pentad lock ${name}`;
const newTab = () => `${Date.now()}-${Math.random().toString(36).slice(2)}`;

async function findTabs() {
  const now = Date.now();
  if (navigator.locks) {
    const { held: all } = await navigator.locks.query();
    open = new Set(all.filter(({ name }) => name.startsWith("pentad tab ")).map(({ name }) => name.slice(11)));
  } else {
    // Without the browser's locks every tab says from time to time that it is there. Tabs in the background are slow.
    localStorage.setItem(`pentad tab ${tab}`, String(now));
    const names = Object.keys(localStorage).filter((name) => name.startsWith("pentad tab "));
    open = new Set(names.filter((name) => now - Number(localStorage.getItem(name)) < 90000).map((name) => name.slice(11)));
  }
  looked = now;
}

/** Takes a name for this tab. A tab that is loaded again keeps its name; a copy of a tab gets another one. */
async function nameTab() {
  tab = sessionStorage.getItem("pentad tab") ?? newTab();
  if (navigator.locks) {
    const hold = (name) =>
      new Promise((resolve) => {
        navigator.locks.request(`pentad tab ${name}`, { ifAvailable: true }, (lock) => {
          resolve(lock !== null);
          return lock === null ? undefined : new Promise(() => {});
        });
      });
    for (let tries = 0; !(await hold(tab)); tries++) {
      // The page before this one in the same tab may not have ended yet.
      if (tries < 5) await new Promise((resolve) => setTimeout(resolve, 60));
      else tab = newTab();
    }
  }
  sessionStorage.setItem("pentad tab", tab);
  await findTabs();
  setInterval(() => findTabs().catch(() => {}), 2000);
}

/** Whether a tab is open: it was when we looked, or it has been opened since. */
const isOpen = (name) => open.has(name) || Number(name.split("-")[0]) > looked;

// ---- Workers ----

const workers = new Map();
let nextWorker = 1;
/** More workers than this are kept waiting only for a moment. */
const idleWorkers = 3;
const idleMoment = 5000;
const waitingWorkers = () => [...workers.values()].filter((entry) => !entry.taken).length;
let compiled = null;

function startWorker(memory) {
  const id = nextWorker++;
  const worker = new Worker(new URL("worker.js", root), { type: "module", name: `${program} ${id}` });
  const entry = { worker, memory, news: [], busy: false, taken: true };
  const crashed = () => {
    entry.news.push('{"Failed":""}');
    entry.busy = false;
    entry.dead = true;
    worker.terminate();
    pentad.wake();
  };
  worker.onmessage = ({ data }) => {
    if (data.startsWith('{"Done"') || data.startsWith('{"Failed"')) entry.busy = false;
    entry.news.push(data);
    if (data.startsWith('{"Failed"')) entry.dead = true;
    pentad.wake();
  };
  worker.onerror = crashed;
  worker.onmessageerror = crashed;
  worker.postMessage({ module: compiled, glue: new URL(`${program}.js`, here).href });
  workers.set(id, entry);
  return id;
}

// ---- What the program calls ----

let chosen;
let link = location.hash.slice(1) || null;

function takeLink() {
  const text = link;
  link = null;
  // The link has been followed: loading the page again goes on with the game.
  if (text !== null) history.replaceState(null, "", location.pathname + location.search);
  return text;
}

window.addEventListener("hashchange", () => {
  if (location.hash.length > 1) {
    link = location.hash.slice(1);
    pentad.wake();
  }
});

const pentad = {
  wake() {},
  wakeWith(wake) {
    this.wake = wake;
  },

  files: () => [...files.keys()],
  read: (path) => files.get(path)?.bytes,
  modified: (path) => files.get(path)?.time,
  write(path, bytes) {
    if (path.startsWith("/download/")) {
      this.download(path.slice(10), bytes);
      return undefined;
    }
    const file = { bytes, time: Date.now() };
    files.set(path, file);
    if (path.startsWith(`/${program}/`)) {
      keep(path, file);
      tabs?.postMessage({ path, file });
      return failure ?? undefined;
    }
    return undefined;
  },
  remove(path) {
    if (!files.delete(path) || !path.startsWith(`/${program}/`)) return;
    keep(path, null);
    tabs?.postMessage({ path, file: null });
  },

  lock(name) {
    if (held.has(name)) return false;
    try {
      const owner = localStorage.getItem(lockKey(name));
      if (owner && owner !== tab && isOpen(owner)) return false;
      localStorage.setItem(lockKey(name), tab);
    } catch {
      // Nothing is kept, so nothing can be overwritten.
    }
    held.add(name);
    return true;
  },
  /** Whether this tab has a lock: it is still there when the page is loaded again. */
  ownsLock(name) {
    try {
      return localStorage.getItem(lockKey(name)) === tab;
    } catch {
      return false;
    }
  },
  unlock(name) {
    held.delete(name);
    try {
      if (localStorage.getItem(lockKey(name)) === tab) localStorage.removeItem(lockKey(name));
    } catch {
      // As above.
    }
  },

  worker(memory) {
    const idle = [...workers].filter(([, entry]) => !entry.taken && !entry.dead);
    const same = idle.find(([, entry]) => entry.memory === memory);
    const other = same ?? (idle.length >= idleWorkers ? idle[0] : idle.find(([, entry]) => entry.memory === ""));
    if (!other) return startWorker(memory);
    const [id, entry] = other;
    Object.assign(entry, { taken: true, memory, news: [] });
    return id;
  },
  ask(id, name, task) {
    const entry = workers.get(id);
    if (!entry) return;
    entry.busy = true;
    entry.worker.postMessage({ name, task });
  },
  news: (id) => workers.get(id)?.news.shift(),
  leave(id) {
    const entry = workers.get(id);
    if (!entry) return;
    const end = () => {
      entry.worker.terminate();
      workers.delete(id);
    };
    if (entry.busy || entry.dead) {
      // A busy worker hears nothing.
      end();
      return;
    }
    entry.taken = false;
    // A simulation comes back for its workers soon.
    const tooMany = () => !entry.taken && waitingWorkers() > idleWorkers;
    if (tooMany()) setTimeout(() => tooMany() && end(), idleMoment);
  },

  cores: () => navigator.hardwareConcurrency ?? 1,

  random: () => crypto.getRandomValues(new Uint32Array(1))[0],

  download(name, bytes) {
    const address = URL.createObjectURL(new Blob([bytes]));
    const anchor = Object.assign(document.createElement("a"), { href: address, download: name });
    anchor.click();
    setTimeout(() => URL.revokeObjectURL(address), 60000);
  },
  upload(accept) {
    // Several files may be chosen where a program has pictures: a map has them beside it. The first one of a wanted kind
    // is the answer.
    const multiple = assets.length > 0;
    const input = Object.assign(document.createElement("input"), { type: "file", multiple, accept: multiple ? `${accept},.png` : accept });
    const answer = (path) => {
      chosen = path;
      pentad.wake();
    };
    input.oncancel = () => answer(null);
    input.onchange = async () => {
      const all = [...input.files];
      try {
        for (const file of all) {
          const bytes = new Uint8Array(await file.arrayBuffer());
          files.set(`/upload/${file.name}`, { bytes, time: Date.now() });
        }
      } catch {
        // A file that has gone meanwhile, or may not be read.
        answer(null);
        return;
      }
      const isWanted = ({ name }) => accept.split(",").some((end) => name.toLowerCase().endsWith(end));
      const first = all.find(isWanted) ?? all[0];
      answer(first ? `/upload/${first.name}` : null);
    };
    input.click();
  },
  uploaded() {
    const answer = chosen;
    chosen = undefined;
    return answer;
  },

  link: takeLink,
  /** The address of a link. The last one is kept for tests. */
  address(text) {
    this.shared = `${location.origin}${location.pathname}#${text}`;
    return this.shared;
  },
  open(name, text) {
    const address = new URL(`${name}/${location.search}${text ? `#${text}` : ""}`, root).href;
    if (!window.open(address, "_blank")) location.assign(address);
  },

  leaveProgram: () => location.assign(root),

  /** What is drawn, for tests: the address has `?names`. */
  shown: "[]",
  wantsNames: () => new URLSearchParams(location.search).has("names"),
  shows(names) {
    this.shown = names;
  },

  started() {
    document.getElementById("loading").remove();
    document.getElementById("window").focus();
    document.documentElement.dataset.state = "running";
  },
  failed(why) {
    console.error(why);
    showMessage("No picture can be drawn", "This page needs WebGL, which this browser does not have or has switched off.");
    document.documentElement.dataset.state = "failed";
  },
  panicked(text) {
    console.error(text);
    showMessage(
      "The program has failed",
      "That is a mistake in the program. Your game is kept up to the last move: load this page again to go on with it.",
    );
    document.documentElement.dataset.state = "failed";
  },
};
window.pentad = pentad;

// ---- Start ----

/** Keeps the page for visits without a network. */
async function keepPage() {
  if (!("serviceWorker" in navigator)) return;
  const registration = await navigator.serviceWorker.register(new URL("service-worker.js", root), { scope: root.pathname });
  const worker = registration.active ?? registration.installing ?? registration.waiting;
  const own = [here.href, `${here.href}${program}.js`, `${here.href}${program}_bg.wasm`];
  worker?.postMessage({ keep: [...own, ...assets.map(assetAddress)] });
}

try {
  const [glue, module] = await Promise.all([
    import(new URL(`${program}.js`, here)),
    WebAssembly.compileStreaming(fetch(new URL(`${program}_bg.wasm`, here))),
    loadFiles(),
    loadAssets(),
    nameTab().catch(() => (tab ||= newTab())),
  ]);
  compiled = module;
  await glue.default({ module_or_path: module });
} catch (error) {
  console.error(error);
  if (document.documentElement.dataset.state !== "failed") {
    showMessage("This page could not be loaded", `Is there a network? Load it again to try once more. (${error.message ?? error})`);
    document.documentElement.dataset.state = "failed";
  }
}
keepPage().catch(() => {});
