// Every vector as id, quantity, and the bits of its binary64 ends. Needs the crate serde_json.
use serde_json::Value;

fn bits(text: &Value) -> u64 {
    text.as_str().expect("a string").parse::<f64>().expect("a number").to_bits()
}

fn main() {
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).expect("a readable file");
        let suite: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(suite["schema"], "hallmark-vectors-v1", "{path}: unknown schema");
        for group in suite["testGroups"].as_array().expect("groups") {
            let quantity = group["quantity"].as_str().expect("a quantity");
            for test in group["tests"].as_array().expect("tests") {
                let (id, out) = (test["id"].as_str().expect("an id"), &test["out"]);
                // lo64 <= true value <= hi64; lo and hi are the same ends with more digits
                println!("{id} {quantity} {:016x} {:016x}", bits(&out["lo64"]), bits(&out["hi64"]));
            }
        }
    }
}
