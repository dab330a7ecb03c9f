export interface PortToCheck {
  /** The setting that chooses it. */
  readonly setting: string;
  readonly port: number;
  /** The setting that chooses the address, and that address. */
  readonly hostSetting: string;
  readonly host: string;
}

export const defaultHost: '127.0.0.1';
export const defaultPorts: {
  readonly REPOSITORY_PORT: 24610;
  readonly REPOSITORY_METRICS_PORT: 24611;
  readonly CONFIG_PORT: 24620;
  readonly CONFIG_METRICS_PORT: 24621;
};

/** One sentence per port that cannot be had; empty when all can. */
export function findPortConflicts(wanted: readonly PortToCheck[]): Promise<string[]>;
/** The ports as settings name them, which need not have been checked. `textOf` is the text that a setting has, if it has one. */
export function listPortsToCheck(textOf: (setting: string) => string | undefined): PortToCheck[];

/** Every port, given those that are set; the ports of metrics follow those of their services. */
export function resolvePorts(
  set: Partial<Record<keyof typeof defaultPorts, number>>,
): Record<keyof typeof defaultPorts, number>;
