// A worker: the same program as in the page, waiting for tasks. See common/src/web/task.rs.

let run = null;
const waiting = [];

self.pentad = {
  tell: (message) => self.postMessage(message),
  serveWith(serve) {
    run = serve;
    for (const { name, task } of waiting.splice(0)) run(name, task);
  },
  panicked(text) {
    console.error(text);
    self.postMessage('{"Failed":""}');
  },
  random: () => crypto.getRandomValues(new Uint32Array(1))[0],
  files: () => [],
};

self.onmessage = async ({ data }) => {
  if (data.glue) {
    const glue = await import(data.glue);
    await glue.default({ module_or_path: data.module });
  } else if (run) {
    run(data.name, data.task);
  } else {
    waiting.push(data);
  }
};
