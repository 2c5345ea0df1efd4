#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| gamecore_fuzz::run(gamecore_fuzz::records, data));
