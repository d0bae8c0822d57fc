/** Where items stand in an E2B(R3) message: containers (parents) and slots (places in them). One table, both directions. */
export interface E2bSlot {
  /** id of a container of schemas/e2b/*.containers.json */
  in: string;
}
