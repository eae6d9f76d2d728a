import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Personal WeChat's connector on this machine: takes whatever is sent, and nobody gets it. */
export async function startStandInConnector(): Promise<{ readonly url: string; close(): Promise<void> }> {
  let taken = 0;
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      taken += 1;
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ ret: 0, message_id: `stand-in-${taken}` }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
