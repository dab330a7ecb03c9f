// Derives names of titles and publishers for sources that do not contain them.

/**
 * Returns the AU name without the volume, issue or year at its end, if these match the AU's attributes or parameters.
 * Otherwise returns `Title of […]`.
 */
export function makeDefaultTitle(
  name: string,
  attrs: Readonly<Record<string, string>>,
  params: Readonly<Record<string, string>>,
): string {
  const volume = attrs.volume ?? params.volume ?? params.volume_name ?? params.volume_str;
  const issue = attrs.issue ?? params.issue;
  const year = attrs.year ?? params.year;
  const endings = [
    volume && ` vol ${volume}`,
    volume && ` volume ${volume}`,
    issue && ` issue ${issue}`,
    year && ` ${year}`,
  ];
  const lower = name.toLowerCase();
  const ending = endings.find((one) => one && lower.length > one.length && lower.endsWith(one.toLowerCase()));
  return ending ? name.slice(0, -ending.length) : `Title of [${name}]`;
}

export function makeDefaultPublisher(title: string): string {
  return `Publisher of [${title}]`;
}
