interface ScriptAddresses {
  createPolicy(
    name: string,
    rules: { createScriptURL: () => string },
  ): { createScriptURL(of: string): string };
}

const address = "/service-worker.js";

/** The content policy takes the address of a script only from a policy of this name. */
function scriptAddress(): string {
  const { trustedTypes } = window as { trustedTypes?: ScriptAddresses };
  return (
    trustedTypes
      ?.createPolicy("service-worker", { createScriptURL: () => address })
      .createScriptURL(address) ?? address
  );
}

/** Undefined where the browser has none: on a plain http address of another machine. */
let registered: Promise<ServiceWorkerRegistration | undefined> | undefined;

/** Keeps the page for times without a network, and shows notifications. */
export function startServiceWorker(): Promise<ServiceWorkerRegistration | undefined> {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  if (workers === undefined || !import.meta.env.PROD) return Promise.resolve(undefined);
  registered ??= workers.register(scriptAddress()).catch(() => undefined);
  return registered;
}
