// Usage: node bogus-logins-program.js URL RATE ADDRESSES. Sends RATE wrong logins per second from ADDRESSES loopback
// addresses until it is killed, and prints the number of responses every second. It is a separate process, so that its
// own work does not distort the measurements of the drill.
import { connect } from 'node:net';

const [url = '', rate = '1000', addresses = '1000'] = process.argv.slice(2);
const { hostname, port } = new URL(url);
const PERIOD_MS = 10;
/** Maximum number of pending requests. */
const MAX_OPEN = 4_000;

const statuses = new Map<string, number>();
let sent = 0;
let open = 0;
const startedMs = performance.now();

setInterval(() => {
  const due = Math.floor(((performance.now() - startedMs) / 1_000) * Number(rate));
  while (sent < due && open < MAX_OPEN) login(sent++);
}, PERIOD_MS);
setInterval(
  () => console.log(`sent ${sent}, ${open} open, ${JSON.stringify(Object.fromEntries(statuses))}`),
  1_000,
);

function login(number: number): void {
  const address = number % Number(addresses);
  // Avoids the networks from which the correct logins come.
  const localAddress = `127.${1 + (address % 250)}.${Math.floor(address / 250) % 250}.${2 + (address % 200)}`;
  // Alternates between unknown user names and the existing user `admin`.
  const name = number % 2 === 0 ? `user${number}` : 'admin';
  const authorization = Buffer.from(`${name}:wrong ${number}`).toString('base64');
  const socket = connect({ host: hostname, port: Number(port), localAddress });
  let status = 'none';
  open += 1;
  socket.write(
    `GET /namespaces HTTP/1.1\r\nHost: x\r\nAuthorization: Basic ${authorization}\r\nConnection: close\r\n\r\n`,
  );
  socket.once('data', (chunk) => {
    status = chunk.toString('latin1', 9, 12);
  });
  socket.on('data', () => undefined);
  socket.on('error', (error: NodeJS.ErrnoException) => {
    status = error.code ?? 'error';
  });
  socket.once('close', () => {
    open -= 1;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  });
}
