// Which IP addresses belong to the public internet. Everything else - this computer, its network, the clouds' own services, forms
// of IPv6 that smuggle an IPv4 address - is not dialled for the agent. What a name leads to is looked up elsewhere.
import ipaddr from 'ipaddr.js';

/** Public addresses at which clouds answer their own virtual machines: Azure's wire server. */
const cloudServices = new Set(['168.63.129.16']);

/** IPv6 that is routed on the internet (RFC 4291, IANA's IPv6 Global Unicast Address Space). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
/** How networks without IPv4 name public IPv4 addresses (RFC 6052); their resolvers answer with it for every older site. */
const translated = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/** Words for ranges of ipaddr.js; what is not listed is reserved for something else than sites. */
const rangeWords: Readonly<Record<string, string>> = {
  loopback: 'this computer itself',
  unspecified: 'this computer itself',
  private: 'a private network',
  uniqueLocal: 'a private network',
  deprecatedSiteLocal: 'a private network',
  carrierGradeNat: 'the inside of a provider or a cloud',
  linkLocal: 'the local link, where clouds keep their credentials',
  multicast: 'a group of computers',
  broadcast: 'a group of computers',
};

/**
 * What a literal IP address belongs to when it may not be dialled, to be read after "belongs to"; null for a public one.
 * @param address IPv4 in four decimal parts, or IPv6 with or without brackets
 */
export function addressProblem(address: string): string | null {
  const bare = address.replace(/^\[|\]$/g, '');
  if (ipaddr.IPv4.isValidFourPartDecimal(bare)) return v4Problem(ipaddr.IPv4.parse(bare));
  if (!ipaddr.IPv6.isValid(bare) || bare.includes('%')) return 'no network that is known';
  return v6Problem(ipaddr.IPv6.parse(bare));
}

function v4Problem(address: ipaddr.IPv4): string | null {
  if (cloudServices.has(address.toString())) return 'the inside of a provider or a cloud';
  return rangeProblem(address.range());
}

function v6Problem(address: ipaddr.IPv6): string | null {
  if (address.match(translated)) {
    return v4Problem(new ipaddr.IPv4(address.toByteArray().slice(12)));
  }
  const problem = rangeProblem(address.range());
  return problem ?? (address.match(globalUnicast) ? null : 'a reserved range');
}

function rangeProblem(range: string): string | null {
  return range === 'unicast' ? null : (rangeWords[range] ?? 'a reserved range');
}
