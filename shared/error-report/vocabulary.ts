/**
 * Words allowed in the message of an error report: technical words of engines, React and this product. It contains no
 * words of medicine, people or locations, and never a number.
 */
const LINES = [
  'a an and any are argument arguments array as async at await be because been before boolean bundle by call callback',
  'called cannot case chunk circular class client closed component constant constructor context could converting css',
  'data database declared declaration defined delete dependency destructure did does done dynamically each element',
  'empty end ended endless error evaluating event exceeded expected expression extensible failed fetch field file find',
  'for found from function getter group has have hook hooks http id import imported in index inside instance integer',
  'invalid invoke is it item iterable json key large last length limit list load loaded loading long loop lost map',
  'maximum message method minified missing module more must navigation network new no node not null number object of',
  'on only open operation or out outside own page pages parameter parse parsing passed preload private promise',
  'properties property provided range read reading reached recursion reduce reference rejected rejection render',
  'rendered request required response retries return route router row rows script server setter signal size stack',
  'state static status storage store string structure suspended symbol syntax than that the then this throw thrown',
  'time timed to token too took tried type undefined unexpected unhandled unknown unsupported update url used valid',
  'value values variable was when which while with without work worker xml',
  'Cannot Error Failed Importing Invalid JSON Load Loading Maximum Minified NetworkError Network No Only Objects React',
  'Rendered Script The There Timeout Too Unable Unexpected Unhandled Unknown XML',
];

/** Case-sensitive: `Will` is a name although `will` is not. */
export const VOCABULARY: ReadonlySet<string> = new Set(LINES.flatMap((line) => line.split(' ')));
